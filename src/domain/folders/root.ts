import { createHash } from 'node:crypto'
import { InvalidInput, NotFound } from '../../base/errors.ts'
import type { TenantId } from '../../base/ids.ts'
import { readPage } from '../../base/page.ts'
import {
  type Principal,
  requireScope,
  requireSession,
  type SessionPrincipal,
} from '../identity/index.ts'
import { foldersPageMax, pathMaxLength } from './limits.ts'
import type { Place } from './ports.ts'
import type { FoldersRoom, Root } from './room.ts'

/** The same folder has the same id for as long as it is set for the same tenant. */
export function rootOf({ path, tenantId }: Omit<Root, 'rootId'>): Root {
  const mark = createHash('sha256')
    .update(JSON.stringify([path, tenantId]))
    .digest('hex')
  return { rootId: `root_${mark.slice(0, 20)}`, path, tenantId }
}

type OfRoot = { readonly root: string; readonly tenantId: TenantId }

/** The root that an order is from, as the settings are now: that of its tenant first. */
export function rootFor(
  { roots }: Pick<FoldersRoom, 'roots'>,
  { root, tenantId }: OfRoot,
): Root | undefined {
  const same = roots.filter(({ path }) => path === root)
  return same.find((one) => one.tenantId === tenantId) ?? same[0]
}

/** Throws NotFound for an order whose root is set no more. */
export function requireSet(room: Pick<FoldersRoom, 'roots'>, order: OfRoot): void {
  if (!rootFor(room, order)) throw new NotFound('folder: no setting names it any more')
}

/** For people alone: a key that leaks must not read this machine. Throws Forbidden. */
export function requirePerson(principal: Principal): asserts principal is SessionPrincipal {
  requireSession(principal)
  if (!principal.isPlatformAdmin) requireScope(principal, 'objects:write')
}

/** Those that somebody may import from. Throws Forbidden. */
export function listRoots({ roots }: Pick<FoldersRoom, 'roots'>, principal: Principal): Root[] {
  requirePerson(principal)
  return roots.filter((root) => mayRead(principal, root))
}

export function mayRead(principal: Principal, { tenantId }: Pick<Root, 'tenantId'>): boolean {
  return principal.isPlatformAdmin || (tenantId !== null && tenantId === principal.tenantId)
}

/** Throws Forbidden, NotFound for one that is not set, or not for who asks. */
export function getRoot(
  room: Pick<FoldersRoom, 'roots'>,
  principal: Principal,
  rootId: string,
): Root {
  const root = listRoots(room, principal).find((one) => one.rootId === rootId)
  if (!root) throw new NotFound('folder')
  return root
}

/**
 * A path from a root on, parted by slashes; '' is the root itself. Throws InvalidInput for one that
 * leads anywhere else, and for what imports leave out anyway.
 */
export function requirePath(path: string): string {
  const isLong = path.length > pathMaxLength
  const isOdd =
    path !== '' && path.split('/').some((name) => name === '' || /^\.|[\0\\]/.test(name))
  if (!isLong && !isOdd) return path
  throw new InvalidInput({
    field: 'folder',
    reason: isLong ? 'too_long' : 'path',
    message: isLong
      ? `folder must have at most ${pathMaxLength} characters`
      : 'folder must lead from its root downwards, by names that begin with no dot',
  })
}

export type FoldersPage = {
  readonly rootId: string
  readonly path: string
  readonly folders: readonly string[]
  readonly files: number
  readonly bytes: number
  readonly nextCursor: string | null
}

/** What lies in a folder below a root. Throws Forbidden, NotFound, InvalidInput. */
export async function lookInto(
  room: FoldersRoom,
  principal: Principal,
  { rootId, path, cursor }: { rootId: string; path: string; cursor?: string | undefined },
): Promise<FoldersPage> {
  const root = getRoot(room, principal, rootId)
  const place: Place = { root: root.path, path: requirePath(path) }
  const { folders, files, bytes } = await room.folders.look(place)
  const { tenantId } = principal
  const binding = {
    route: 'import-folders',
    tenantId,
    restriction: null,
    filters: { rootId, path },
  }
  const { rows, nextCursor } = readPage(
    room.cursorKey,
    { cursor, limit: foldersPageMax },
    {
      binding,
      read: ({ after, limit }: { after: string | undefined; limit: number }) =>
        folders.filter((name) => after === undefined || name > after).slice(0, limit),
      positionOf: (name) => name,
    },
  )
  return { rootId, path, folders: rows, files, bytes, nextCursor }
}
