export const en = {
  title: 'This is for platform administrators',
  hint: (email: string) =>
    `${email} is none. Whoever runs this server can look here for you, or make you one.`,
  home: 'To the overview',
}
