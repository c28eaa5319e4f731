/** Something that an operator should know, with what to do about it. */
export type Finding = {
  check: string
  /** `error`: something is lost, open or does not work. `warning`: it will be, or may be. */
  level: 'error' | 'warning'
  message: string
  remedy: string
}

export type Examination = {
  dataDir: string
  nowMs: number
  backup: { folder: string; hours: number } | null
  /** Whether the master key comes from outside, so that none lies in the folder. */
  masterKeyElsewhere: boolean
  diskMinBytes: number
  walMaxBytes: number
}
