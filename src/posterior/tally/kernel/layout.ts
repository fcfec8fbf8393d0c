// How the sums over packed sets lie, for TypeScript and for AssemblyScript.

/** Subsets of a byte's eight categories. */
export const SUBSETS = 256
/** Columns that are computed together, so that what they need stays near the processor: their first bytes, their second ones, and so on. */
export const BLOCK = 512
/** Bytes that are looked up together, which spares way to memory and back; their number is a multiple of it. */
export const TOGETHER = 8
