/** What is taken from every thread in which the bytes of a file are worked on. */
export const networkGlobals = ['fetch', 'WebSocket', 'EventSource']
/** Ways around `import`, and ways to act on other processes. */
export const powers = (
  'binding _linkedBinding dlopen execve kill _kill _debugProcess _debugEnd loadEnvFile chdir ' +
  'umask setuid seteuid setgid setegid setgroups initgroups report _getActiveHandles openStdin'
).split(' ')
