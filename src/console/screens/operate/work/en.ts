/** Long work that operators start: what each kind is called, does, and what came of it. */
export const en = {
  states: { running: 'running', done: 'in order', wrong: 'not in order', failed: 'not done' },
  levels: { error: 'Error', warning: 'Warning' },
  toDo: 'What to do:',
  by: ({ who, when }: { who: string; when: string }) => `by ${who}, ${when}`,
  byMachine: (when: string) => `by the machine, ${when}`,
  never: 'Not since the server started.',
  nothingFound: 'Nothing is wrong.',
  progress: ({ done, total }: { done: string; total: string }) => `${done} of ${total}`,
  startedNow: (name: string) => `Started: ${name}`,
  endedNow: (name: string) => `Done: ${name}`,
  failedNow: (name: string) => `Not done: ${name}`,
  really: (name: string) => `${name}?`,
  live: 'Live',
  stopped: 'Stopped',
  period: 'Month',
  periodHint: 'As 2026-09. The one before this unless you say another.',
  overlap: 'Hours of overlap',
  overlapHint: 'For so long what was signed before is taken as well.',
  kinds: {
    doctor: {
      name: 'Examine the server',
      hint: 'Disk, secrets, clock, index, files, backups, settings.',
      now: 'Examine now',
    },
    backup: { name: 'Make a backup', hint: 'Where the settings say.', now: 'Make one now' },
    backup_verify: {
      name: 'Verify the last backup',
      hint: 'Reads all of it again, and opens its database.',
      now: 'Verify now',
    },
    ledger_verify: {
      name: 'Verify the ledger',
      hint: 'Entry by entry, up to the signed head.',
      now: 'Verify now',
    },
    chain_verify: {
      name: 'Verify the chain',
      hint: 'Block by block: what was written to the chain of this machine.',
      now: 'Verify now',
    },
    index_verify: {
      name: 'Compare the index',
      hint: 'Whether the index has exactly the passages that can be found. Changes nothing.',
      now: 'Compare now',
    },
    index_rebuild: {
      name: 'Rebuild the index',
      hint: 'From the passages in the database; searches are answered meanwhile.',
      now: 'Rebuild',
    },
    gc: {
      name: 'Remove what has expired',
      hint: 'Files that nobody needs and whose time has come. They do not come back.',
      now: 'Remove',
    },
    gc_count: {
      name: 'Count what has expired',
      hint: 'What would be removed. Removes nothing.',
      now: 'Count',
    },
    settle: {
      name: 'Settle a month',
      hint: 'Makes the statements of a month that is over.',
      now: 'Settle',
    },
    settle_check: {
      name: 'Check a settlement',
      hint: 'Holds the statements of a month against the books.',
      now: 'Check',
    },
    settle_preview: {
      name: 'Preview a settlement',
      hint: 'What the statements would say. Writes nothing.',
      now: 'Preview',
    },
    secrets_rotate: {
      name: 'New signing secrets',
      hint: 'Those of before are taken for the hours of overlap.',
      now: 'Make new ones',
    },
    secrets_end_overlap: {
      name: 'End the overlap of secrets',
      hint: 'Ends all sessions that are older than the last new secrets, yours included.',
      now: 'End it',
    },
    clock_confirm: {
      name: 'Confirm the clock',
      hint: 'Says that the time of this machine is right after it jumped.',
      now: 'Confirm',
    },
    tenant_export: {
      name: 'An archive of a tenant',
      hint: 'All of its own in one file, for the tenant to take along.',
      now: 'Make one now',
    },
    tenant_erase: {
      name: 'Erase a tenant',
      hint: 'With its people and files. There is no way back.',
      now: 'Erase',
    },
  },
}
