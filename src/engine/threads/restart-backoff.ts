/** After a thread died; longer while they go on dying, so that a broken one is no busy loop. */
const restartDelaysMs = [0, 100, 1_000, 5_000]

/** Keeps threads that die at once from being started without end. */
export function openBackoff(onRelease: () => void, delaysMs: readonly number[] = restartDelaysMs) {
  let deathsInARow = 0
  let on = false
  let forGood = false
  return {
    isOn: () => on || forGood,
    pull() {
      forGood = true
    },
    noteLife() {
      deathsInARow = 0
    },
    noteDeath() {
      const delayMs = delaysMs[Math.min(deathsInARow, delaysMs.length - 1)] ?? 0
      deathsInARow += 1
      on = true
      setTimeout(() => {
        on = false
        if (!forGood) onRelease()
      }, delayMs).unref()
      return delayMs
    },
  }
}
