import { isAbsolute, normalize } from 'node:path'
import * as z from 'zod'
import { list } from './rules.ts'

const shape = 'absolute folders, each with =tnt_… for the people of a tenant, separated by commas'

/** `/srv/inbox`, or `/srv/acme=tnt_01jn9z…`. */
const root = z.string().transform((text, check) => {
  const [, path = '', tenantId = null] = /^([^=]+)(?:=(tnt_[0-9a-z]{26}))?$/.exec(text) ?? []
  if (isAbsolute(path) && normalize(path) === path) {
    return { path: path.length > 1 ? path.replace(/\/$/, '') : path, tenantId }
  }
  check.addIssue({ code: 'custom', message: shape })
  return z.NEVER
})

export const folderSettings = {
  importRoots: {
    rule: list.pipe(z.array(root)).default([]),
    help: 'folders that people may import from; =tnt_… also for those of a tenant',
  },
}
