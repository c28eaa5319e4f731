// Beside npm, for scripts/setup: how many of the lock file's packages lie in node_modules, how many
// bytes they have, and which grows. Plain JavaScript, because it runs before anything is installed,
// on whatever Node there is. It changes nothing, and ends when the script does.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const levels = { demo: 1, run: 2, all: 3 }
const level = Number(process.argv[2])
const names = wanted()
/** Bytes of each package, and whether they were the same twice: then it is not looked at again. */
const sizes = new Map()
const whole = new Set()
const parent = process.ppid
const isTerminal = process.stdout.isTTY === true

say(`setup: fetching ${names.length} packages (once) ...`)
if (!isTerminal) console.log()
process.once('SIGTERM', () => end())
setInterval(look, isTerminal ? 500 : Number(process.env.KONTOR_SETUP_EVERY_MS ?? 5000))

function look() {
  if (process.ppid !== parent) return end()
  for (const name of names.filter((each) => !whole.has(each))) {
    const bytes = sizeOf(name)
    if (bytes > 0 && bytes === sizes.get(name)) whole.add(name)
    sizes.set(name, bytes)
  }
  const there = [...sizes].filter(([, bytes]) => bytes > 0)
  const total = there.reduce((sum, [, bytes]) => sum + bytes, 0)
  const growing = there.filter(([name]) => !whole.has(name)).sort(([, a], [, b]) => b - a)
  const now = growing.slice(0, 2).map(([name]) => name.replace(/^.*node_modules\//, ''))
  say(
    `setup: ${there.length} of ${names.length} packages, ${Math.round(total / 1e6)} MB` +
      (now.length > 0 ? `, now ${now.join(', ')}` : ''),
  )
  if (!isTerminal) console.log()
}

function say(text) {
  process.stdout.write(isTerminal ? `\r\u001b[K${text.slice(0, process.stdout.columns - 1)}` : text)
}

function end() {
  if (isTerminal) process.stdout.write('\r\u001b[K')
  process.exit()
}

/** What npm will install here, as it reads the lock file. */
function wanted() {
  const { packages = {} } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const isLeftOut = ({ dev, optional, devOptional }) =>
    (level < levels.all && dev) || (level < levels.run && (optional || devOptional))
  return Object.entries(packages)
    .filter(([name, entry]) => name !== '' && !isLeftOut(entry) && isForHere(entry))
    .map(([name]) => name)
}

function isForHere({ os = [process.platform], cpu = [process.arch], libc = ['glibc'] }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc')
}

/** What lies inside it belongs to other packages. A file that goes away meanwhile has no size. */
function sizeOf(name) {
  if (!existsSync(join(name, 'package.json'))) return 0
  try {
    return readdirSync(name, { recursive: true })
      .filter((file) => !file.startsWith('node_modules/'))
      .reduce((sum, file) => sum + statSync(join(name, file)).size, 0)
  } catch {
    return 1
  }
}
