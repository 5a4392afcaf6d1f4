/** The files that are made of one picture. */
const OUTPUTS = ['scrubbed', 'redrawn', 'transcoded', 'thumbnail', 'variant'] as const;

/** Where one of a job's files is made. @param outputPath of the job */
export function outputFile(outputPath: string, output: (typeof OUTPUTS)[number]): string {
  return `${outputPath}-${output}`;
}

/** Where there may be files of a job whose end is not known. */
export function outputFiles(outputPath: string): string[] {
  return OUTPUTS.map((output) => outputFile(outputPath, output));
}
