/** Makes a button switch between light and dark mode. Until it is pressed, the page follows the system. */
export function setUpTheme(button: HTMLButtonElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () =>
    (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const showState = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
    showState()
  })
  system.addEventListener('change', showState)
  showState()
}
