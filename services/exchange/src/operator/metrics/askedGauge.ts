/** A gauge that asks for its value when it is read. */
import { Gauge, type Registry } from 'prom-client'

export const askedGauge = (registry: Registry, name: string, help: string, value: () => number): void =>
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })
