import { type App, endOverlap, rotateSecrets } from '../../app.ts'
import { isoOf } from '../../base/clock.ts'
import { overlapMaxHours } from '../../domain/running.ts'
import { type FolderCommand, type Outcome, UsageError, type Values } from '../command.ts'

const hourMs = 3_600_000

/** New secrets for everything that the server signs; the ones of before are taken for a while. */
export const secretsRotate: FolderCommand = {
  name: 'secrets rotate',
  use: 'write',
  summary: 'new signing secrets; links and sessions of before go on for the overlap',
  examples: [
    'kontor secrets rotate',
    'kontor secrets rotate --overlap-hours 2 --json',
    'kontor secrets rotate --overlap-hours 0',
    'kontor secrets rotate --end-overlap',
  ],
  options: {
    'overlap-hours': {
      type: 'string',
      help: 'how long what was signed before is taken (the setting; 0: not at all)',
      value: '<hours>',
    },
    'end-overlap': { type: 'boolean', help: 'make no new ones: end the overlap now' },
  },
  act: (app, values) => (values['end-overlap'] === true ? end(app) : rotate(app, values)),
}

async function rotate(app: App, values: Values): Promise<Outcome> {
  const { config } = app
  const overlapMs = hoursOf(values, config.secretsOverlapHours) * hourMs
  const rotated = await rotateSecrets(app, { overlapMs })
  const { number, acceptedUntilMs, newMasterKey, keyId } = rotated
  return {
    lines: [
      `Secrets number ${number} sign from now on; those of before are taken until ` +
        `${isoOf(acceptedUntilMs)}.`,
      `Receipts are signed with key ${keyId}: publish kontor ledger key anew.`,
      newMasterKey
        ? 'secret.key was replaced, and what it seals was sealed anew: back the folder up.'
        : 'The master key was given from outside and is the same: back the folder up.',
      ...(config.previousMasterKey === undefined
        ? []
        : ['The master key of before opens these, too: rotate again when it is gone.']),
    ],
    data: {
      generation: number,
      accepted_until: isoOf(acceptedUntilMs),
      key_id: keyId,
      new_master_key: newMasterKey,
    },
  }
}

async function end(app: App): Promise<Outcome> {
  const ended = await endOverlap(app, { type: 'operator', id: null })
  return {
    lines: [
      ended === 0
        ? 'There was no overlap: nothing ends.'
        : 'What was signed before the last rotation is refused from now on.',
    ],
    data: { ended },
  }
}

function hoursOf(values: Values, setting: number): number {
  const text = values['overlap-hours'] ?? values['secrets-overlap-hours']
  if (text === undefined) return setting
  const hours = /^\d{1,3}$/.test(String(text)) ? Number(text) : Number.NaN
  if (hours <= overlapMaxHours) return hours
  throw new UsageError(`--overlap-hours must be a whole number from 0 to ${overlapMaxHours}.`)
}
