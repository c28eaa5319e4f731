import { asOperator, noteIn, noteOption } from '../as-operator.ts'
import { type FolderCommand, type OptionHelp, type Outcome, requireOption } from '../command.ts'

const object = { type: 'string', help: 'its id', value: '<id>' } as const satisfies OptionHelp

/** Takes a file out of sight, whoever offers it; what was bought of it cannot be fetched. */
export const objectTakedown: FolderCommand = {
  name: 'object takedown',
  use: 'write',
  summary: "take a file of any tenant out of everybody's sight, at once",
  examples: ['kontor object takedown obj_01jn9z… --reason "a complaint of 20 November"'],
  options: { object, reason: { type: 'string', help: 'why, for its provider' } },
  operand: 'object',
  async ask({ client }, values) {
    const target = { object_id: requireOption(values, 'object') }
    const reason = requireOption(values, 'reason')
    const { tenant_id } = await client.getAnyObject(target)
    const { filename } = await client.takeDownObject({ ...target, tenant_id, reason })
    return isDown({ ...target, filename, reason })
  },
  async act(app, values) {
    const objectId = requireOption(values, 'object')
    const reason = requireOption(values, 'reason')
    const request = { objectId, reason }
    const { filename } = await app.rooms.catalog.takeDownAsOperator(asOperator(app), request)
    return isDown({ object_id: objectId, filename, reason })
  },
}

/** Shows it again, as it was. */
export const objectRestore: FolderCommand = {
  name: 'object restore',
  use: 'write',
  summary: 'show a file again that was taken down',
  examples: ['kontor object restore obj_01jn9z… --note "the complaint was withdrawn"'],
  options: { object, note: noteOption },
  operand: 'object',
  async ask({ client }, values) {
    const target = { object_id: requireOption(values, 'object') }
    const { tenant_id } = await client.getAnyObject(target)
    return isBack(await client.restoreObject({ ...target, tenant_id, ...noteIn(values) }))
  },
  async act(app, values) {
    const objectId = requireOption(values, 'object')
    const request = { objectId, ...noteIn(values) }
    const { filename } = await app.rooms.catalog.restoreAsOperator(asOperator(app), request)
    return isBack({ object_id: objectId, filename })
  },
}

type Named = { object_id: string; filename: string }

function isDown({ object_id: id, filename, reason }: Named & { reason: string }): Outcome {
  const name = filename || id
  return {
    lines: [
      `${name} is down: nobody finds or fetches it. kontor object restore ${id} puts it back.`,
    ],
    data: { object_id: id, taken_down: true, reason },
  }
}

function isBack({ object_id: id, filename }: Named): Outcome {
  return {
    lines: [`${filename || id} is on show again.`],
    data: { object_id: id, taken_down: false },
  }
}
