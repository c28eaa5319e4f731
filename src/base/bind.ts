type Commands<Room> = Readonly<Record<string, (room: Room, ...rest: never[]) => unknown>>

/** The same commands without their first parameter. */
export type Bound<Named> = {
  readonly [Name in keyof Named]: Named[Name] extends (
    room: never,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/**
 * What a room offers: its commands, each with the room given already. A command that is generic
 * loses its type parameters on the way (TypeScript infers them at this call): such a one is
 * forwarded by hand.
 */
export function bind<Room, Named extends Commands<Room>>(
  room: Room,
  commands: Named,
): Bound<Named> {
  const bound = Object.entries(commands).map(([name, command]) => [
    name,
    command.bind(undefined, room),
  ])
  return Object.fromEntries(bound) as Bound<Named>
}
