/** A button that changes between light and dark; until it is pressed, the page follows the system. */
export function setUpTheme(button: HTMLButtonElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () =>
    (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const tell = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
    tell()
  })
  system.addEventListener('change', tell)
  tell()
}
