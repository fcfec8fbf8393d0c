/** Media query of narrow windows, in which controls are folded above the results. */
const NARROW = '(max-width: 60rem)'

/** The drawer with the controls: folded in a narrow window, and always open in a wide one. */
export function setUpDrawer(drawer: HTMLDetailsElement): { open(): void; close(): void } {
  const narrow = matchMedia(NARROW)
  const adapt = () => {
    drawer.open = !narrow.matches
  }
  narrow.addEventListener('change', adapt)
  adapt()
  return {
    open() {
      drawer.open = true
    },
    close: adapt,
  }
}
