/** Why a file cannot be read has a code in front, for programs: `corrupt: The file is …`. */
export function withoutCode(sentence: string): string {
  return sentence.replace(/^[a-z_]+: (?=[A-Z])/, '')
}
