import { parseWeights, type TypedWeights } from '../../src/data/parse-weights.ts'
import { element } from '../../src/report/page/element.ts'
import type { Control } from './controls.ts'

/** Contents of a field with frequencies: nothing, frequencies, or an invalid text. */
export type OwnShares = TypedWeights | 'empty' | 'refused'

/** A field for the user's own frequencies: typed, pasted, or from a dropped file. If it is empty, the truth is drawn. */
export function sharesField(
  shares: readonly number[] | undefined,
  names: readonly string[] | undefined,
  onChange: () => void,
): Control<OwnShares> {
  const text = element('textarea', {
    id: 'field-shares',
    class: 'wide',
    rows: 3,
    spellcheck: 'false',
    'aria-describedby': 'hint-shares refused-shares',
    placeholder: 'tea 40 %\ncoffee 35 %\nwater 25 %',
    input: onChange,
  })
  text.value = shares === undefined ? '' : sharesText(shares, names)
  text.addEventListener('dragover', event => {
    event.preventDefault()
    text.classList.add('dropping')
  })
  text.addEventListener('dragleave', () => text.classList.remove('dropping'))
  text.addEventListener('drop', async event => {
    event.preventDefault()
    text.classList.remove('dropping')
    const [file] = event.dataTransfer?.files ?? []
    text.value = (await file?.text()) ?? event.dataTransfer?.getData('text') ?? ''
    onChange()
  })
  const hint = element(
    'p',
    { id: 'hint-shares', class: 'hint wide' },
    'Names with counts, shares or percentages, one a line, or numbers alone; typed, pasted, or a file that is dropped.',
  )
  const refused = element('p', { id: 'refused-shares', class: 'refused wide', role: 'alert' })
  return {
    element: element(
      'div',
      { class: 'field' },
      element('label', { for: 'field-shares' }, 'Own frequencies'),
      text,
      hint,
      refused,
    ),
    read() {
      const { shares, reason } = read(text.value)
      if (refused.textContent !== reason) refused.textContent = reason
      text.setAttribute('aria-invalid', String(reason !== ''))
      return shares
    },
  }
}

function read(text: string): { shares: OwnShares; reason: string } {
  if (text.trim() === '') return { shares: 'empty', reason: '' }
  try {
    return { shares: parseWeights(text), reason: '' }
  } catch (error) {
    const { message } = error as Error
    return { shares: 'refused', reason: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` }
  }
}

function sharesText(shares: readonly number[], names: readonly string[] | undefined): string {
  if (names === undefined) return shares.join('\n')
  return shares.map((share, i) => `"${names[i].replaceAll('"', '""')}";${share}`).join('\n')
}
