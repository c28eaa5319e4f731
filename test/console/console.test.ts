// The console in a real browser. A screen brings a file of flows: it is named here or in
// provide.test.ts, once: the two run beside each other.
import { test } from 'uvu'
import './flows/access.ts'
import './flows/alike.ts'
import './flows/buy.ts'
import './flows/languages.ts'
import './flows/log-in.ts'
import './flows/looks.ts'
import './flows/many-parts.ts'
import './flows/pages.ts'
import './flows/refusals.ts'
import './flows/safety.ts'
import './flows/spend.ts'
import './flows/two-desks.ts'

test.run()
