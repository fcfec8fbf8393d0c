import { element } from '../../src/report/page/element.ts'
import type { Control } from './controls.ts'
import { readFrequencies } from './frequencies.ts'

/** One's own frequencies: typed or pasted, or a file that is dropped. Empty: the truth is drawn. */
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
    'Shares or counts, typed or pasted; or drop a CSV file: its last column is taken. Left empty, the truth is drawn from Dirichlet(ρ).',
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
