#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { uploadCommand } from './upload-command.ts';

const { version } = manifest;
process.exitCode = await uploadCommand(process.argv.slice(2), { program: 'imgd-upload', version, env: process.env });
