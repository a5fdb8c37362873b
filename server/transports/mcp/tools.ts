// Table of MCP tools, in the order in which agents read them.
import type { Tool } from './tool.ts';
import { checkAddress } from './tools/checkAddress.ts';
import { findServices } from './tools/findServices.ts';
import { getLoadout } from './tools/getLoadout.ts';
import { getService } from './tools/getService.ts';
import { markAsUsed } from './tools/markAsUsed.ts';
import { proposeService, reportService, requestAccess } from './tools/requests.ts';
import { writeUseCase } from './tools/writeUseCase.ts';

export const tools: readonly Tool[] = [
  findServices,
  getService,
  getLoadout,
  checkAddress,
  markAsUsed,
  writeUseCase,
  requestAccess,
  reportService,
  proposeService,
];
