import { globSync } from 'node:fs'
import { isPackaged, testPackagedFile } from '../../test/support/program.ts'

/**
 * From here on a server that is started is the single file, where scripts/package made one: its
 * settings of the heap and of the C library are a third of the memory. Gives what a row says that
 * was measured without it.
 */
export function takeSingleFile(): '' | ', from the sources' {
  const [file] = globSync(`dist/kontor-*-${process.platform}-${process.arch}`)
  if (file !== undefined && !isPackaged()) {
    process.env.KONTOR_TEST_FILE = file
    testPackagedFile()
  }
  return isPackaged() ? '' : ', from the sources'
}
