import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ocrLanguagePaths } from '../../base/assets.ts'

const language = /^[a-z]{3}(_[a-z]+)?\.traineddata(\.gz)?$/i

class LanguagesRefused extends Error {
  override readonly name = 'LanguagesRefused'
}

/**
 * The language files of text recognition: the operator's, and of ours those that the operator has
 * not put in another one for. Throws LanguagesRefused when the folder cannot be read.
 */
export function ocrFiles(folder: string | undefined): string[] {
  const own = folder === undefined ? [] : languagesIn(resolve(folder))
  const names = new Set(own.map(nameOf))
  return [...ocrLanguagePaths().filter((path) => !names.has(nameOf(path))), ...own]
}

function languagesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => language.test(name))
    .sort()
    .map((name) => join(folder, name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new LanguagesRefused(`The folder of languages ${folder} cannot be read (${code}).`)
  }
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\..*$/, '')
}
