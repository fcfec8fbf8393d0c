declare module '*?worker&inline' {
  const PlayWorker: new () => Worker
  export default PlayWorker
}
