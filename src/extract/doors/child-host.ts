/** For the thread that starts the children: its heap has room for no reader. */
export { serveChildren } from '../sandbox/child-host.ts'
