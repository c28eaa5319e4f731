// What operators do in a real browser, beside what everybody does (console.test.ts) and every
// command (every-command.test.ts).
import { test } from 'uvu'
import './flows/operate/figures.ts'
import './flows/operate/first-hour.ts'
import './flows/operate/off-market.ts'
import './flows/operate/roles.ts'
import './flows/webhooks.ts'

test.run()
