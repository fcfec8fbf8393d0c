/** A survey of questions of every type, with groups, shares and goals, as a file has it. */
export const WHOLE_SURVEY = {
  title: 'Work here',
  epsilon: 2,
  questions: {
    smokes: { text: 'Do you smoke?', categories: ['no', 'yes'], optional: true },
    satisfied: { text: 'How satisfied are you?', ordered: ['low', 'middle', 'high'] },
    income: { text: 'What do you earn?', from: 0, to: 6000, bins: 12, outside: 'clamp', unit: 'EUR' },
    children: { text: 'How many children have you?', whole: [0, 9] },
    benefits: { text: 'What do you use?', items: ['phone', 'car', 'meals'], separator: '|' },
  },
  public: { department: ['north', 'south'] },
  goals: [
    'median(income | department = north) +- 300',
    'share(smokes = yes) > .2',
    'share(benefits: phone) +- .05',
  ],
  shares: { north: 0.4, south: 0.6 },
  language: 'en',
}

/** A survey in the form that has a single question of categories. */
export const ONE_QUESTION = {
  title: 'Work',
  question: 'How did you get to work?',
  categories: ['on foot', 'by bicycle', 'by car'],
  epsilon: 1,
}

/** The first row of an export of the collector. */
export const EXPORT_HEADER = (hasGroups: boolean) => `${hasGroups ? 'group,' : ''}request,response,count`

/** A row of it, without the count. */
export function exportRow(request: object, response: unknown, group: string | undefined): string {
  const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
  return [...(group === undefined ? [] : [group]), quoted(request), quoted(response)].join(',')
}
