// The order matters: base.css and shell.css are also the styles of the server-rendered pages.
import '../../../src/http/assets/base.css';
import '../../../src/http/assets/shell.css';
import './frame.css';
import './controls.css';
import './menus.css';
import './surfaces.css';
