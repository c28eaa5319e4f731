// Every command of an operator in a real browser: long, and therefore alone.
import { test } from 'uvu'
import './flows/operate/every-command.ts'

test.run()
