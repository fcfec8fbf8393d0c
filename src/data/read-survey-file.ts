import { readSurvey } from '../survey/read-survey.ts'
import type { Survey } from '../survey/survey.ts'
import { readJSONFile } from './import-module.ts'
import { naming } from './input-error.ts'

/**
 * Reads a survey from a file.
 *
 * @throws InputError, one line that names the file, if it contains no survey
 */
export async function readSurveyFile(file: string): Promise<Survey> {
  const given = await readJSONFile(file, 'a survey')
  return naming(file, () => readSurvey(given))
}
