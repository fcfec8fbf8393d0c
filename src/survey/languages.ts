import { requireOneOf } from '../check/check.ts'

/** Label of "prefer not to say" in each language of surveys. */
const PREFER_NOT_TO_SAY = {
  en: 'Prefer not to say',
  de: 'Keine Angabe',
  tr: 'Belirtmek istemiyorum',
  ar: 'أفضّل عدم الإجابة',
} as const

/** A language of surveys. */
export type Language = keyof typeof PREFER_NOT_TO_SAY

export const LANGUAGES = Object.keys(PREFER_NOT_TO_SAY) as readonly Language[]

/**
 * The label of the category of people who prefer not to say.
 *
 * @param language default `en`
 * @throws RangeError on an unknown language
 * @example
 * preferNotToSay('en') // 'Prefer not to say'
 */
export function preferNotToSay(language: Language = 'en'): string {
  requireOneOf('language', language, LANGUAGES)
  return PREFER_NOT_TO_SAY[language]
}
