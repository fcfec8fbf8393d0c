import { element } from '../../src/report/page/element.ts'
import type { Control } from './controls.ts'
import { readFrequencies } from './frequencies.ts'

/** A field for the user's own frequencies: typed, pasted, or from a file that is dropped. If it is empty, the truth is drawn. */
export function sharesField(
  shares: readonly number[] | undefined,
  onChange: () => void,
): Control<number[] | undefined> {
  const text = element('textarea', {
    id: 'field-shares',
    class: 'wide',
    rows: 3,
    spellcheck: 'false',
    'aria-describedby': 'hint-shares',
    placeholder: '40, 30, 15, 10, 5',
    input: onChange,
  })
  text.value = shares?.join(', ') ?? ''
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
    'Shares or counts, typed or pasted; or drop a CSV file, whose last column is taken. If this is empty, the truth is drawn from Dirichlet(ρ).',
  )
  return {
    element: element(
      'div',
      { class: 'field' },
      element('label', { for: 'field-shares' }, 'Own frequencies'),
      text,
      hint,
    ),
    read: () => (text.value.trim() === '' ? undefined : readFrequencies(text.value)),
  }
}
