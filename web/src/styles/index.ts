// The order counts: tokens and the frame are those of the pages that the service renders itself.
import '../../../src/http/assets/base.css';
import '../../../src/http/assets/shell.css';
import './frame.css';
import './controls.css';
import './menus.css';
import './surfaces.css';
