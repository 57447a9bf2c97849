declare module '@niivue/dcm2niix' {
  type Run = {
    /** Whether 2D slices of one series are merged, whatever else differs. */
    m(merge: 'y' | 'n'): Run
    /** Whether Philips values use the units of its private factors, not those of Rescale Slope and Intercept. */
    p(preciseFloat: 'y' | 'n'): Run
    run(): Promise<File[]>
  }
  export class Dcm2niix {
    worker: Worker | null
    init(): Promise<boolean>
    input(files: File[]): Run
  }
}
