import { resolve } from 'node:path'
import { archiveInThread, version } from '../../app.ts'
import { recordAudit } from '../../domain/audit/index.ts'
import { type FolderCommand, requireOption } from '../command.ts'

/** Hands a tenant everything that is its own, in a form that other programs read. */
export const tenantExport: FolderCommand = {
  name: 'tenant export',
  use: 'write',
  summary: 'write everything of one tenant into a folder',
  examples: [
    'kontor tenant export "Ada house" --to ./ada',
    'kontor tenant export tnt_01jn9z… --to ./ada --json',
    'tar -cf ada.tar ada',
    'cd ada && sha256sum --check SHA256SUMS',
  ],
  stops: true,
  options: {
    tenant: { type: 'string', help: 'its name or its id', value: '<tenant>' },
    to: { type: 'string', help: 'a new or empty folder', value: '<folder>' },
  },
  operand: 'tenant',
  async act({ config, rooms, clock, store, slow }, values, { signal } = {}) {
    const { tenantId, name } = rooms.identity.tenantNamed(requireOption(values, 'tenant'))
    const to = requireOption(values, 'to')
    const request = {
      dataDir: resolve(config.dataDir),
      stores: config.blobStores,
      tenantId,
      tenantName: name,
      to,
      version,
      instanceId: rooms.chain.instanceId,
      nowMs: clock.nowMs(),
    }
    const written = await archiveInThread({ do: 'export', request }, { watch: slow, signal })
    const { records, blobs, missing_blobs: missing } = written
    const rows = records.reduce((sum, file) => sum + file.rows, 0)
    const bytes = blobs.reduce((sum, file) => sum + file.size_bytes, 0)
    await store.write((tx) =>
      recordAudit(tx, {
        atMs: clock.nowMs(),
        tenantId,
        actor: { type: 'operator', id: null },
        action: 'tenant.exported',
        subject: { type: 'tenant', id: tenantId },
        details: { rows, files: blobs.length, missing: missing.length },
      }),
    )
    return {
      failed: missing.length > 0,
      lines: [
        `Everything of ${name} (${tenantId}) lies in ${to}.`,
        `Rows: ${rows}. Files: ${blobs.length} (${bytes} bytes).`,
        ...missing.map((id) => `NOT in it: the bytes of ${id}, which are missing or altered.`),
      ],
      data: {
        tenant_id: tenantId,
        to,
        rows,
        files: blobs.length,
        bytes,
        missing_blobs: missing,
        records: Object.fromEntries(records.map((file) => [file.name, file.rows])),
      },
    }
  },
}
