declare module 'markdown-it-texmath' {
  const texmath: (parser: unknown, options: object) => void
  export default texmath
}
