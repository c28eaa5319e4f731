// The Dockerfile, instruction by instruction: what it says of an image stands there alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../packaging/target.ts'

export type Instruction = { name: string; text: string }

export function dockerfile(): Instruction[] {
  const file = join(root, 'Dockerfile')
  const lines = readFileSync(file, 'utf8').split('\n')
  const code = lines.filter((line) => !/^\s*(#|$)/.test(line)).join('\n')
  const joined = code.replace(/\\\n\s*/g, ' ').split('\n')
  return joined.map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    return { name, text }
  })
}

/** What stands behind each instruction of this name, with the arguments' defaults put in. */
export function textsOf(wanted: string): string[] {
  const all = dockerfile()
  const defaults = all
    .filter(({ name }) => name === 'ARG')
    .map(({ text }) => text.split('=') as [string, string])
  return all
    .filter(({ name }) => name === wanted)
    .map(({ text }) =>
      defaults.reduce((line, [name, value]) => line.replaceAll(`\${${name}}`, value), text),
    )
}

/** The variables that an image has at run time. */
export function environmentOfImage(): Record<string, string> {
  const pairs = textsOf('ENV').flatMap((line) => line.split(' '))
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}

/** What `["kontor", …]` gives. */
export function execForm(text: string): string[] {
  return JSON.parse(/\[.*\]$/.exec(text)?.[0] ?? '[]') as string[]
}

export type Owner = { name: string; uid: number; places: string[] }

/** Whom it makes in a step of RUN, and the folders that are that one's alone. */
export function ownerOfImage(): Owner {
  const steps = textsOf('RUN').join(' && ')
  const [name = ''] = textsOf('USER')
  const uid = Number(/useradd .*--uid (\d+)/.exec(steps)?.[1])
  const made = new RegExp(`install -d -o ${name} -g ${name} -m 700 ([/\\w -]+)`).exec(steps)?.[1]
  if (!(uid > 0) || made === undefined) throw new Error('the Dockerfile makes no user and folders')
  return { name, uid, places: made.trim().split(' ') }
}
