export const en = {
  title: 'There is nothing here',
  hint: 'The address may be mistyped, or what was here is gone.',
  home: 'To the overview',
}
