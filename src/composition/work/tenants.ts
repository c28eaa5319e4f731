import type { KeptArchives } from '../../adapters/portability/kept-archives.ts'
import { type Clock, isoOf } from '../../base/clock.ts'
import type { TenantId } from '../../base/ids.ts'
import { recordAudit } from '../../domain/audit/index.ts'
import type { Rooms } from '../../domain/rooms.ts'
import type { Store } from '../../store/open.ts'
import { doneWith, wrong } from './done.ts'
import type { Doing } from './open-works.ts'

type Needs = {
  clock: Clock
  rooms: Pick<Rooms, 'identity' | 'erasure' | 'chain'>
  store: Store
  archives: KeptArchives
  version: string
}

/** What hands a tenant its own, and what takes it away. */
export function tenantOperations(needs: Needs): Pick<Doing, 'tenant_export' | 'tenant_erase'> {
  const { rooms, archives } = needs
  return {
    async tenant_export({ options, actor, requestId, signal, onProgress }) {
      const { tenantId, made, rows } = await archived(needs, options.tenantId, {
        signal,
        onProgress,
      })
      const { blobs, missing_blobs: missing } = made.manifest
      await needs.store.write((tx) =>
        recordAudit(tx, {
          atMs: needs.clock.nowMs(),
          tenantId,
          actor,
          action: 'tenant.exported',
          subject: { type: 'tenant', id: tenantId },
          details: { rows, files: blobs.length, missing: missing.length },
          requestId,
        }),
      )
      return doneWith(missing.map(ofFile), {
        tenant_id: tenantId,
        rows,
        files: blobs.length,
        bytes: blobs.reduce((sum, file) => sum + file.size_bytes, 0),
        fetch_until: isoOf(made.endsAtMs),
      })
    },
    async tenant_erase({ options, actor, signal }) {
      const tenantId = required(options.tenantId)
      const { forfeit = false, dropSold = false } = options
      archives.forget(tenantId)
      const request = { tenantId, forfeit, dropSold, actor, signal }
      const { counts, filesKept } = await rooms.erasure.eraseTenant(request)
      const { apiKeys: api_keys, ...others } = counts
      return doneWith([], { tenant_id: tenantId, ...others, api_keys, files_kept: filesKept })
    },
  }
}

type Watch = Parameters<KeptArchives['make']>[1]

async function archived(needs: Needs, id: TenantId | undefined, watch: Watch) {
  const { rooms, store, archives, version } = needs
  const { tenantId, name: tenantName } = rooms.identity.tenantNamed(required(id))
  const { instanceId } = rooms.chain
  const sizeBytes = rooms.identity.storageOf(store.db, tenantId).usedBytes
  const asked = { tenantId, tenantName, instanceId, version, sizeBytes }
  const made = await archives.make(asked, watch)
  const rows = made.manifest.records.reduce((sum, file) => sum + file.rows, 0)
  return { tenantId, made, rows }
}

function required(tenantId: TenantId | undefined): TenantId {
  if (tenantId === undefined) throw new Error('This work is about a tenant.')
  return tenantId
}

function ofFile(objectId: string) {
  return wrong('archive', {
    message: `The bytes of ${objectId} are not in it: they are missing or altered.`,
    remedy: 'Look at the disk, and put the file back from a backup.',
  })
}
