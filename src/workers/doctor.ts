import { openMeter, type Progress } from '../adapters/backup/meter.ts'
import { examineFolder } from '../adapters/doctor/examine-folder.ts'
import type { Examination, Finding } from '../adapters/doctor/finding.ts'
import { serveOrders } from '../adapters/serve-orders.ts'

/** A thread for examinations; what one throws ends it, and is told to whoever waits. */
serveOrders<Examination, Finding[], Progress>((examination, { signal, tell }) =>
  examineFolder(examination, openMeter(tell, signal)),
)
