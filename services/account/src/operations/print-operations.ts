/** What `DescribeOperations` answers, for `npm run openapi`: a program that needs no system around it. */
import { describeOperations } from './describe.ts';

process.stdout.write(describeOperations().operations);
