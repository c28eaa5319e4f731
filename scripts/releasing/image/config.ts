import { environmentOfImage, execForm, type Owner, textsOf } from './dockerfile.ts'

/** Nothing in an image is of the day on which it was made. */
export const made = new Date(0)

type Order = {
  arch: string
  version: string
  owner: Owner
  packages: readonly string[]
  layers: readonly { diffId: string; what: string }[]
}

/** How an image is run: as the Dockerfile says. */
export function configOf({ arch, version, owner, packages, layers }: Order): object {
  const [health = ''] = textsOf('HEALTHCHECK')
  const created = made.toISOString()
  return {
    created,
    architecture: arch,
    os: 'linux',
    config: {
      // In numbers: who refuses root by number alone sees that it is not.
      User: `${owner.uid}:${owner.uid}`,
      ExposedPorts: Object.fromEntries(textsOf('EXPOSE').map((port) => [`${port}/tcp`, {}])),
      Env: [
        'PATH=/usr/local/bin:/usr/bin:/bin',
        ...Object.entries(environmentOfImage()).map(([name, value]) => `${name}=${value}`),
      ],
      Entrypoint: execForm(textsOf('ENTRYPOINT')[0] ?? ''),
      Cmd: execForm(textsOf('CMD')[0] ?? ''),
      Volumes: Object.fromEntries(textsOf('VOLUME').map((path) => [path, {}])),
      WorkingDir: '/',
      StopSignal: textsOf('STOPSIGNAL')[0],
      // The format keeps this name for Docker and gives it no meaning: the label says it to others.
      Healthcheck: healthOf(health),
      Labels: {
        'org.opencontainers.image.title': 'Kontor',
        'org.opencontainers.image.version': version,
        'kontor.healthcheck': execForm(health).join(' '),
        'kontor.base': packages.join(', '),
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ what }) => ({ created, created_by: what })),
  }
}

function healthOf(text: string): object {
  const flag = (name: string) => new RegExp(`--${name}=(\\d+)`).exec(text)?.[1]
  const nanoseconds = (name: string) => Number(flag(name)) * 1e9
  return {
    Test: ['CMD', ...execForm(text)],
    Interval: nanoseconds('interval'),
    Timeout: nanoseconds('timeout'),
    StartPeriod: nanoseconds('start-period'),
    Retries: Number(flag('retries')),
  }
}
