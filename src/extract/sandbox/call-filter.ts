/**
 * What a confined process may not ask of the kernel: name, number on x86-64, number on ARM64. They
 * are sockets of whatever kind; other processes and new ones; keys; the parts of the kernel in
 * which most flaws were found; namespaces and mounts; the machine itself. The numbers never change.
 */
const refused = `
  socket 41 198, connect 42 203, accept 43 202, bind 49 200, listen 50 201, socketpair 53 199
  accept4 288 242, fork 57 -, vfork 58 -, ptrace 101 117, process_vm_readv 310 270
  process_vm_writev 311 271, kcmp 312 272, pidfd_open 434 434, pidfd_getfd 438 438
  process_madvise 440 440, add_key 248 217, request_key 249 218, keyctl 250 219, bpf 321 280
  userfaultfd 323 282, perf_event_open 298 241, io_uring_setup 425 425, io_uring_enter 426 426
  io_uring_register 427 427, unshare 272 97, setns 308 268, mount 165 40, umount2 166 39
  pivot_root 155 41, chroot 161 51, open_tree 428 428, move_mount 429 429, fsopen 430 430
  fsconfig 431 431, fsmount 432 432, fspick 433 433, mount_setattr 442 442
  name_to_handle_at 303 264, open_by_handle_at 304 265, init_module 175 105, delete_module 176 106
  finit_module 313 273, kexec_load 246 104, kexec_file_load 320 294, reboot 169 142, swapon 167 224
  swapoff 168 225, quotactl 179 60, acct 163 89, syslog 103 116`

const machines = {
  x64: { audit: 0xc000003e, column: 1, clone: 56, clone3: 435 },
  arm64: { audit: 0xc00000b7, column: 2, clone: 220, clone3: 435 },
} as const

/** Words of the kernel's little machine for filters (linux/filter.h, linux/seccomp.h). */
const load = 0x20
const jumpEqual = 0x15
const jumpAtLeast = 0x35
const jumpSet = 0x45
const answer = 0x06
const allow = 0x7fff0000
const killProcess = 0x80000000
const refuseWith = 0x00050000
const numberAt = 0
const machineAt = 4
const firstArgumentAt = 16
const notPermitted = 1
const notThere = 38
/** With it `clone` makes a thread, without it a process. */
const threadFlag = 0x10000
/** Beyond it are the calls of x32, under other numbers. */
const otherCalls = 0x40000000

type Step = { code: number; yes?: number; no?: number; value: number }

/** The filter as bytes; undefined on a machine whose numbers are not known. */
export function callFilter(arch: string = process.arch): Buffer | undefined {
  const machine = arch === 'x64' || arch === 'arm64' ? machines[arch] : undefined
  if (!machine) return undefined
  const { audit, column, clone, clone3 } = machine
  return bytesOf([
    { code: load, value: machineAt },
    { code: jumpEqual, yes: 1, value: audit },
    { code: answer, value: killProcess },
    { code: load, value: numberAt },
    { code: jumpAtLeast, no: 1, value: otherCalls },
    { code: answer, value: killProcess },
    ...numbersIn(column).flatMap((value) => refusal({ call: value, error: notPermitted })),
    // Its arguments cannot be looked at: whoever hears that it is not there takes `clone`.
    ...refusal({ call: clone3, error: notThere }),
    { code: jumpEqual, no: 3, value: clone },
    { code: load, value: firstArgumentAt },
    { code: jumpSet, yes: 1, value: threadFlag },
    { code: answer, value: refuseWith + notPermitted },
    { code: answer, value: allow },
  ])
}

function numbersIn(column: 1 | 2): number[] {
  const rows = refused.trim().split(/[,\n]\s*/)
  return rows.map((row) => Number(row.split(' ')[column])).filter(Number.isInteger)
}

function refusal({ call, error }: { call: number; error: number }): Step[] {
  return [
    { code: jumpEqual, no: 1, value: call },
    { code: answer, value: refuseWith + error },
  ]
}

function bytesOf(steps: readonly Step[]): Buffer {
  const bytes = Buffer.alloc(steps.length * 8)
  for (const [index, { code, yes = 0, no = 0, value }] of steps.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(yes, index * 8 + 2)
    bytes.writeUInt8(no, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}
