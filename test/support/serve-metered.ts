// The product's own program, with its event loop under a meter.
import './loop-meter.ts'
import '../../src/main.ts'
