/** For the thread that tells languages apart: the letter statistics are in it alone. */
export { loadLanguageDetector } from '../language/detect-language.ts'
