import { type ErasurePlan, pendingWords } from '../../domain/erasure/index.ts'
import { type FolderCommand, type Outcome, requireOption, UsageError } from '../command.ts'

/** Shows what goes with a tenant, and takes it away when the tenant's name is given once more. */
export const tenantErase: FolderCommand = {
  name: 'tenant erase',
  use: 'write',
  summary: 'erase a tenant with its people and files; the ledger stays valid',
  examples: [
    'kontor tenant erase "Ada house"',
    'kontor tenant erase "Ada house" --confirm "Ada house"',
    'kontor tenant erase tnt_01jn9z… --confirm "Ada house" --forfeit --drop-sold --json',
  ],
  options: {
    tenant: { type: 'string', help: 'its name or its id', value: '<tenant>' },
    confirm: {
      type: 'string',
      help: 'its name: really, there is no way back; without it nothing happens',
      value: '<name>',
    },
    forfeit: { type: 'boolean', help: 'give up the credits, earnings and SOL that are left' },
    'drop-sold': {
      type: 'boolean',
      help: 'remove also the files that are kept for who bought a licence',
    },
  },
  operand: 'tenant',
  async act({ rooms }, values) {
    const plan = await rooms.erasure.plan(requireOption(values, 'tenant'))
    const { tenantId, name } = plan.tenant
    if (values.confirm === undefined) return shown(plan)
    if (values.confirm !== name) {
      throw new UsageError(`--confirm must be the name of the tenant: ${name}`)
    }
    const { counts, filesKept } = await rooms.erasure.eraseTenant({
      tenantId,
      forfeit: values.forfeit === true,
      dropSold: values['drop-sold'] === true,
    })
    return {
      lines: [
        `${tenantId} names nobody any more. ${sums(plan)}`,
        ...(filesKept > 0 ? [`Kept for who bought a licence: ${filesKept} files.`] : []),
        'Backups and archives that were made before still have it all: let them expire.',
      ],
      data: {
        dry_run: false,
        tenant_id: tenantId,
        ...countsIn({ ...plan, counts }),
        files_kept: filesKept,
      },
    }
  },
}

function shown(plan: ErasurePlan): Outcome {
  const { tenant, money, pending } = plan
  return {
    lines: [
      `${tenant.name} (${tenant.tenantId}). ${sums(plan)}`,
      ...money.map(({ unit, kind, minor }) => `Left in the books: ${minor} of ${unit} (${kind}).`),
      ...(money.length > 0 ? ['What is left is given up with --forfeit.'] : []),
      ...pending.map((what) => `In the way: ${pendingWords[what]}.`),
      `Nothing was erased. Really: --confirm "${tenant.name}"`,
    ],
    data: {
      dry_run: true,
      tenant_id: tenant.tenantId,
      name: tenant.name,
      ...countsIn(plan),
      money,
      pending,
    },
  }
}

function sums({ counts }: ErasurePlan): string {
  const { users, apiKeys, datasets, objects, bytes, passages, wallets } = counts
  return (
    `People: ${users}. Keys: ${apiKeys}. Datasets: ${datasets}. Files: ${objects} ` +
    `(${bytes} bytes). Passages: ${passages}. Wallets: ${wallets}.`
  )
}

function countsIn({ counts }: ErasurePlan) {
  const { apiKeys: api_keys, ...others } = counts
  return { ...others, api_keys }
}
