// A real browser, from the packages: nothing is installed and nothing is fetched. The program needs
// the C library that Node needs, and brings the rest; one that cannot start fails the test.
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer-core'
import { temporaryFolder } from './temporary-folder.ts'

const require = createRequire(import.meta.url)
const packaged = dirname(dirname(require.resolve('@sparticuz/chromium')))
/** Beside the packages, so that it goes when they go. */
const unpacked = join(dirname(dirname(packaged)), '.kontor-chromium')

export type TestBrowser = {
  browser: Browser
  [Symbol.asyncDispose](): Promise<void>
}

/** For several people at once, who know nothing of each other: it has several processes. */
export function openSharedBrowser(): Promise<TestBrowser> {
  return launch(flags.filter((flag) => flag !== '--single-process'))
}

export function openBrowser(): Promise<TestBrowser> {
  return launch(flags)
}

async function launch(args: string[]): Promise<TestBrowser> {
  const folder = await unpack()
  const home = temporaryFolder()
  const executablePath = join(folder, 'chromium')
  try {
    const browser = await puppeteer.launch({
      executablePath,
      headless: 'shell',
      args,
      protocolTimeout: silentMs,
      env: {
        HOME: home.path,
        TMPDIR: home.path,
        TZ: 'UTC',
        LANG: 'en_US.UTF-8',
        LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
        FONTCONFIG_FILE: fontsFor(home.path, folder),
      },
    })
    return {
      browser,
      async [Symbol.asyncDispose]() {
        await browser.close()
        home[Symbol.dispose]()
      },
    }
  } catch (error) {
    home[Symbol.dispose]()
    throw new Error(`The browser of the tests did not start (${executablePath})`, { cause: error })
  }
}

/** The fonts that come with the browser, and no others: every machine draws the same. */
function fontsFor(home: string, folder: string): string {
  const file = join(home, 'fonts.conf')
  const places = `<dir>${folder}/fonts/fonts</dir><cachedir>${home}/fonts</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`)
  return file
}

const here = ['localhost', '127.0.0.1', '127.0.0.2']

/** A browser that says nothing for so long says nothing any more: the test fails. */
const silentMs = 90_000

/** No sandbox, since tests may run as root in a container; and no name leads anywhere. */
const flags = [
  ...['--no-sandbox', '--no-zygote', '--single-process', '--in-process-gpu', '--disable-gpu'],
  ...['--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
  `--host-resolver-rules=MAP * ~NOTFOUND, ${here.map((name) => `EXCLUDE ${name}`).join(', ')}`,
]

const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']

/** 170 MB, once: unpacked aside and then renamed, so that two tests at once do not meet. */
async function unpack(): Promise<string> {
  const { version } = require(join(packaged, 'package.json')) as { version: string }
  const place = `${unpacked}-${version}`
  if (existsSync(place)) return place
  const aside = mkdtempSync(`${place}-`)
  const before = process.env.TMPDIR
  // The package unpacks into the folder for temporary files and nowhere else.
  process.env.TMPDIR = aside
  try {
    const { inflate } = await import('@sparticuz/chromium')
    await Promise.all(files.map((name) => inflate(join(packaged, 'bin', name))))
    if (!existsSync(place)) renameSync(aside, place)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(aside, { recursive: true, force: true })
  }
  return place
}
