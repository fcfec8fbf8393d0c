import { BLOCK, SUBSETS, TOGETHER } from '../src/posterior/tally/kernel/layout.ts'

// The loop of `inTypeScript` (`src/posterior/tally/kernel/packed-sums.ts`) in AssemblyScript, with the same additions in the same
// order, so that both give the same bits. Look-ups here have no bounds check, so that the loop takes a third of the time.

/** Bytes from one table of subsets to the next. */
const TABLE: usize = SUBSETS * 8

/** Adds to `mass[i]` the sums of the subsets that make up the set of column i of a block. All addresses are in bytes. */
export function addUp(codes: usize, bytes: i32, sums: usize, mass: usize, columns: i32): void {
  for (let b: i32 = 0; b < bytes; b += TOGETHER) {
    for (let i: i32 = 0; i < columns; i++) {
      const code = codes + i
      const first =
        subset(sums, code, 0) + subset(sums, code, 1) + (subset(sums, code, 2) + subset(sums, code, 3))
      const second =
        subset(sums, code, 4) + subset(sums, code, 5) + (subset(sums, code, 6) + subset(sums, code, 7))
      const at = mass + ((<usize>i) << 3)
      store<f64>(at, load<f64>(at) + (first + second))
    }
    codes += TOGETHER * BLOCK
    sums += TOGETHER * TABLE
  }
}

function subset(sums: usize, code: usize, b: usize): f64 {
  return load<f64>(sums + b * TABLE + ((<usize>load<u8>(code + b * BLOCK)) << 3))
}
