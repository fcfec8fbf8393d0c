/**
 * Compiles WebAssembly that is kept as text, base64.
 *
 * @throws WebAssembly.CompileError where the page or the engine forbids it
 */
export function compileBinary(text: string): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.from(atob(text), character => character.charCodeAt(0)))
}
