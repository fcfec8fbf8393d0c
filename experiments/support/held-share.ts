/** The share of intervals that contain the truth. */
export class HeldShare {
  private held = 0
  private all = 0

  /** @param counts which of the intervals count; default all */
  add(
    [lower, upper]: readonly ArrayLike<number>[],
    truth: ArrayLike<number>,
    counts: (x: number) => boolean = () => true,
  ): void {
    for (let x = 0; x < truth.length; x++) {
      if (!counts(x)) continue
      this.all++
      this.held += Number(lower[x] <= truth[x] && truth[x] <= upper[x])
    }
  }

  /** Counts one interval. */
  addOne([lower, upper]: readonly [number, number], truth: number): void {
    this.add([[lower], [upper]], [truth])
  }

  get share(): number {
    return this.held / this.all
  }
}
