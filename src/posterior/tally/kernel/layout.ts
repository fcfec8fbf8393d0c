// The memory layout of the sums over packed sets, shared by TypeScript and AssemblyScript.

/** Number of subsets of a byte's eight categories. */
export const SUBSETS = 256
/** Number of columns computed together, first bytes first, then second ones, and so on, so that their data stay in the processor's cache. */
export const BLOCK = 512
/** Number of bytes that are looked up together, which saves loads and stores. The number of bytes of a set is a multiple of it. */
export const TOGETHER = 8
