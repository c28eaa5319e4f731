// What operators do in a real browser, beside what everybody does (console.test.ts).
import { test } from 'uvu'
import './flows/operate/every-command.ts'
import './flows/operate/first-hour.ts'
import './flows/operate/roles.ts'
import './flows/webhooks.ts'

test.run()
