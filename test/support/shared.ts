import { test } from 'uvu'

/**
 * One for several facts that do not disturb one another: the first of them opens it, and whichever
 * ends last closes it, however it ended. `const { fact } = shared(openTestApp)`.
 */
export function shared<T extends AsyncDisposable>(open: () => Promise<T>) {
  let left = 0
  let opened: Promise<T> | undefined
  const fact = (title: string, check: (it: T) => Promise<void> | void) => {
    left++
    test(title, async () => {
      try {
        opened ??= open()
        await check(await opened)
      } finally {
        left--
        if (left === 0) {
          const last = opened
          // Another file of the process may bring more of them, which open a new one.
          opened = undefined
          await (await last)?.[Symbol.asyncDispose]()
        }
      }
    })
  }
  return { fact }
}
