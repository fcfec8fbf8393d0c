import { type Command, Option } from 'commander'
import { InputError } from '../data/input-error.ts'
import { type Attributes, RecordDomain } from '../records/attributes.ts'
import { readJSONOption } from './json-option.ts'

/** Options that say which attributes people hold. */
export interface AttributesOptions extends AskOption {
  readonly attributes?: string
}

/** What each person is asked about. */
export interface AskOption {
  readonly ask?: 'pairs' | 'singles'
}

export function addAttributesOptions(command: Command): Command {
  return addAskOption(addAttributesOption(command), '--attributes')
}

export function addAttributesOption(command: Command): Command {
  return command.option(
    '--attributes <json>',
    'several attributes of each person: the number of categories of each, or their labels; @FILE reads it from a file',
  )
}

/** @param other the option that it needs */
export function addAskOption(command: Command, other: string): Command {
  return command.addOption(
    new Option('--ask <views>', `with ${other}: what each person is asked about (default: pairs)`).choices([
      'pairs',
      'singles',
    ]),
  )
}

/**
 * The attributes that people hold; undefined where they hold something else.
 *
 * @throws InputError, one line, if they are none
 */
export async function readAttributes({
  attributes,
  ask,
}: AttributesOptions): Promise<Attributes | undefined> {
  if (attributes !== undefined)
    return readJSONOption('attributes', attributes, json => new RecordDomain(json as Attributes).toJSON())
  if (ask !== undefined) throw new InputError('--ask: expected only with --attributes')
  return undefined
}
